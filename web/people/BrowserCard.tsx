import { Button, Group } from '@mantine/core';
import { bookmarklet } from '../../src/contract/share';
import { useProduct } from '../product/use-product';
import { copyText } from '../ui/copy-text';
import { toast } from '../ui/toast';
import { ProfileCard } from './ProfileCard';

const DOWNLOADS = [
  ['Chrome, Edge, Brave', '/tagline-chromium.zip', 'chrome://extensions, Developer mode, Load unpacked'],
  ['Firefox', '/tagline-firefox.zip', 'about:debugging, This Firefox, Load Temporary Add-on'],
] as const;

/** docs/product/extension.md */
export function BrowserCard() {
  const { name } = useProduct();
  const address = bookmarklet(location.origin);
  return (
    <ProfileCard
      id="browser"
      title="Save from your browser"
      note="Drag this button to the bookmarks of your browser. Pressed on any page, it opens a form with the page and what you have selected."
    >
      <Group gap="0.75rem">
        {/* React refuses such an address, so it is set on the element */}
        <Button
          component="a"
          href="#browser"
          ref={(link: HTMLAnchorElement | null) => link?.setAttribute('href', address)}
          onClick={(event) => {
            event.preventDefault();
            toast({ title: 'Drag it to the bookmarks', description: 'It works on other pages.' });
          }}
        >
          Save to {name}
        </Button>
        <Button variant="default" onClick={() => copyText(address, 'Address copied')}>
          Copy its address
        </Button>
      </Group>
      <p style={{ margin: '1.25rem 0 0.5rem' }}>
        The extension also saves pictures and links, offers your boards, and keeps what cannot be sent at
        once. Unpack the file, and load its folder:
      </p>
      <ul>
        {DOWNLOADS.map(([browsers, file, where]) => (
          <li key={file}>
            <a href={file} download>
              Extension for {browsers}
            </a>{' '}
            ({where})
          </li>
        ))}
      </ul>
    </ProfileCard>
  );
}
