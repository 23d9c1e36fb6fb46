import { Stack } from '@mantine/core';
import type { OpenBoard } from '../../../src/contract/pages';
import { ProfileCard } from '../../people/ProfileCard';
import { trpc } from '../../product/trpc';
import { Link } from '../../ui/router';
import { ShowOwn } from './ShowOwn';

/** Not drawn if nobody without an account reads a board of the person. */
export function OpenBoardsCard() {
  const open = trpc.pages.list.useQuery();
  if (!open.data?.length) return null;
  return (
    <ProfileCard
      id="open-boards"
      title="Boards that others read"
      note="Everybody with its address reads a public page, and guests read a board by a link. They see neither surnames nor numbers."
    >
      <Stack component="ul" gap="0.9rem">
        {open.data.map((board) => (
          <li key={board.tag}>
            {board.isOwner ? <OwnBoard board={board} /> : <MembersBoard board={board} />}
          </li>
        ))}
      </Stack>
    </ProfileCard>
  );
}

const OwnBoard = ({ board: { tag, page, guestLinks } }: { board: OpenBoard }) => (
  <>
    <Link to="/tag/$tag" params={{ tag }}>
      #{tag}
    </Link>
    {page && ' is published'}
    {page && guestLinks.length > 0 && ' and'}
    {guestLinks.length > 0 && ` has guests`}
  </>
);

const MembersBoard = ({ board }: { board: OpenBoard }) => (
  <Stack gap="0.5rem">
    {board.page && (
      <ShowOwn open={board} audience="page" about={`Show what I post on #${board.tag} on its page`} />
    )}
    {board.guestLinks.length > 0 && (
      <ShowOwn open={board} audience="guests" about={`Let guests read what I post on #${board.tag}`} />
    )}
  </Stack>
);
