import { lazyDialog } from '../ui/lazy-dialog';

export const CreatePrivateBoardDialog = lazyDialog(
  () => import('../boards/CreateBoardDialogs'),
  'CreatePrivateBoardDialog',
);
export const CreateSharedBoardDialog = lazyDialog(
  () => import('../boards/CreateBoardDialogs'),
  'CreateSharedBoardDialog',
);
