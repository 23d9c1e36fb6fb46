import type { Stats } from '../../src/contract/admin';
import { HooksCard } from '../messages/hooks/HooksCard';
import { PageHeader } from '../ui/PageHeader';
import classes from './AdminPanel.module.css';
import { BlockedNumbers } from './BlockedNumbers';
import { Broadcasts } from './Broadcasts';
import { Consents } from './Consents';
import { FailedDownloads } from './FailedDownloads';
import { FeedbackList } from './FeedbackList';
import { HealthCard } from './HealthCard';
import { HeldTexts } from './HeldTexts';
import { LineCard } from './LineCard';
import { NewNumber } from './NewNumber';
import { SearchSetupCard } from './SearchSetupCard';
import { StatCards } from './StatCards';
import { TextCosts } from './TextCosts';
import { UserManagement } from './UserManagement';

export function AdminPanel({ stats }: { stats: Stats }) {
  return (
    <div className={classes.panel}>
      <PageHeader
        title="Admin Dashboard"
        subtitle="How it is doing, and who is using it"
        actions={<span className={classes.badge}>Admin Access</span>}
      />
      <StatCards stats={stats} />
      <HeldTexts />
      <NewNumber />
      <Broadcasts />
      <div className={classes.pair}>
        <HealthCard />
        <SearchSetupCard />
      </div>
      <LineCard />
      <FailedDownloads />
      <TextCosts />
      <Consents />
      <UserManagement />
      <BlockedNumbers />
      <HooksCard everything />
      <FeedbackList />
    </div>
  );
}
