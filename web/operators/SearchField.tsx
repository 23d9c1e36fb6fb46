import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { USER_SEARCH_MAX } from '../../src/contract/limits';

const TYPING_MS = 250;

type Props = TextInputProps & { onSearch: (search: string) => void };

export function SearchField({ onSearch, ...input }: Props) {
  const search = useDebouncedCallback(onSearch, TYPING_MS);
  return (
    <TextInput
      type="search"
      maxLength={USER_SEARCH_MAX}
      onChange={(event) => search(event.currentTarget.value.trim())}
      {...input}
    />
  );
}
