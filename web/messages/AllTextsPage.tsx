import { usePageTitle } from '../product/use-page-title';
import { PageHeader } from '../ui/PageHeader';
import { AddCard } from './composer/AddCard';
import { ComposerBar } from './composer/ComposerBar';
import { MessageList } from './feed/MessageList';

export function AllTextsPage() {
  usePageTitle('All Texts');
  return (
    <>
      <PageHeader
        inBar
        title="All Texts"
        subtitle="Everything you can see, newest first"
        actions={<AddCard />}
      />
      <MessageList />
      <ComposerBar />
    </>
  );
}
