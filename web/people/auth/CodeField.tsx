import { TextInput } from '@mantine/core';
import classes from './SplitScreen.module.css';
import type { useCodeEntry } from './use-code-entry';

type Props = { entry: ReturnType<typeof useCodeEntry>; error: string | false };

export function CodeField({ entry: { code, field, busy, enter }, error }: Props) {
  return (
    <TextInput
      className={classes.code}
      label="Verification code"
      placeholder="123456"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      size="lg"
      ref={field}
      readOnly={busy} // not disabled, because a disabled field loses the focus
      error={error}
      value={code}
      onChange={(event) => enter(event.currentTarget.value)}
    />
  );
}
