import { Textarea, type TextareaProps } from '@mantine/core';
import { CONTENT_MAX, length } from '../../../src/contract/limits';
import { useTagCompletion } from '../../boards/completion/use-tag-completion';
import { submitOnCtrlEnter } from '../../ui/DialogForm';

type Props = Omit<TextareaProps, 'value' | 'onChange'> & { value: string; onChange: (text: string) => void };

export function MessageField({ value, onChange, ...props }: Props) {
  const completion = useTagCompletion();
  return (
    <>
      <Textarea
        label="Message"
        data-autofocus
        error={tooLong(value)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={submitOnCtrlEnter}
        {...completion.fieldProps}
        {...props}
      />
      {completion.list}
    </>
  );
}

export const tooLong = (content: string) =>
  length(content) > CONTENT_MAX &&
  `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters.`;
