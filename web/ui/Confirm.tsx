import { Dialog, type DialogState } from './Dialog';
import { DialogForm, type DialogFormProps } from './DialogForm';

type Props = DialogState & DialogFormProps & { title: string };

/** A dialog that asks whether to do something. It has no fields, or fields whose state lives outside. */
export function Confirm({ opened, onClose, title, ...form }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <DialogForm {...form} />
    </Dialog>
  );
}
