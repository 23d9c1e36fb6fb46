import { PageHeader } from '../ui/PageHeader';
import { usePageTitle } from '../ui/use-page-title';
import { AddCard } from './AddCard';
import { MessageList } from './MessageList';

export function AllTextsPage() {
  usePageTitle('All Texts');
  return (
    <>
      <PageHeader title="All Texts" subtitle="Everything you can see, newest first" actions={<AddCard />} />
      <MessageList />
    </>
  );
}
