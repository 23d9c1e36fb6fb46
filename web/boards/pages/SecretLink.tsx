import { Button, Group, TextInput } from '@mantine/core';
import { copyText } from '../../ui/copy-text';

export const SecretLink = ({ label, url }: { label: string; url: string }) => (
  <Group gap="0.5rem" align="end">
    <TextInput
      label={label}
      readOnly
      variant="filled"
      flex="1 1 14rem"
      miw={0}
      value={url}
      onFocus={(event) => event.currentTarget.select()}
    />
    <Button variant="default" size="md" flex="none" onClick={() => copyText(url, 'Address copied')}>
      Copy
    </Button>
    <Button variant="default" size="md" flex="none" component="a" href={url} target="_blank" rel="noopener">
      Open
    </Button>
  </Group>
);
