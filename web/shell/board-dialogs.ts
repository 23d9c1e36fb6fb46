import { lazyDialog } from '../ui/lazy-dialog';

export const CreatePrivateBoardDialog = lazyDialog(
  () => import('../boards/CreatePrivateBoardDialog'),
  'CreatePrivateBoardDialog',
);
export const CreateSharedBoardDialog = lazyDialog(
  () => import('../boards/CreateSharedBoardDialog'),
  'CreateSharedBoardDialog',
);
