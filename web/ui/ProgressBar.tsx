import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';

type Props = { label: string; done: number; total: number };

export const ProgressBar = ({ label, done, total }: Props) => (
  <Progress
    aria-label={label}
    radius="xl"
    transitionDuration={300}
    value={(100 * done) / Math.max(total, 1)}
  />
);
