import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePageTitle } from '../product/use-page-title';
import { lazyDialog } from '../ui/lazy-dialog';

const AddMessageDialog = lazyDialog(() => import('./composer/AddMessageDialog'), 'AddMessageDialog');

/**
 * The screen that a bookmarklet opens: the dialog that adds a message, with the text of the address. It saves nothing
 * by itself, because any site can lead here (docs/product.md: Adding from elsewhere).
 */
export function AddPage() {
  usePageTitle('Add');
  const { text } = useSearch({ from: '/app/add' });
  const navigate = useNavigate();
  const leave = () => {
    window.close(); // works if a script has opened the window
    void navigate({ to: '/all-texts', replace: true });
  };
  return <AddMessageDialog text={text} opened onClose={leave} />;
}
