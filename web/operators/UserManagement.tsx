import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessageForward, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '../../src/contract/admin';
import { USER_SEARCH_MAX } from '../../src/contract/limits';
import { trpc } from '../product/trpc';
import { lazyDialog } from '../ui/lazy-dialog';
import { LoadError } from '../ui/Notice';
import { Card } from './Card';
import { Pages } from './Pages';
import { DEFAULT_SORTING, type Sorting } from './sorting';
import classes from './UserManagement.module.css';
import { UserTable } from './UserTable';

const EndSignInsDialog = lazyDialog(() => import('./EndSignInsDialog'), 'EndSignInsDialog');
const DeleteUsersDialog = lazyDialog(() => import('./DeleteUsersDialog'), 'DeleteUsersDialog');

const PAGE_SIZE = 50;
const TYPING_MS = 250;

/**
 * Lists all users, page by page. The operator can search, sort, select and delete users, and open the
 * broadcast dialog.
 */
export function UserManagement({ onBroadcast }: { onBroadcast: () => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [sorting, setSorting] = useState<Sorting>(DEFAULT_SORTING);
  const [page, setPage] = useState(0);
  const [selected, setSelected] = useState<ReadonlyMap<number, AdminUser>>(new Map());
  const [toDelete, setToDelete] = useState<AdminUser[]>([]);
  const [confirming, setConfirming] = useState(false);
  const [ending, setEnding] = useState(false);
  const confirmDeletion = (users: AdminUser[]) => {
    setToDelete(users);
    setConfirming(true);
  };

  const users = trpc.admin.users.useQuery(
    { search, ...sorting, limit: PAGE_SIZE, offset: page * PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const count = trpc.admin.countUsers.useQuery({ search }, { placeholderData: keepPreviousData });
  const [only] = selected.size === 1 ? [...selected.values()] : [];
  const ownId = trpc.users.profile.useQuery().data?.id;

  return (
    <Card
      title="User Management"
      actions={
        <Button leftSection={<IconMessageForward size={18} aria-hidden />} onClick={onBroadcast}>
          SMS Broadcast
        </Button>
      }
    >
      <div className={classes.tools}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Search users"
          placeholder="Name or number"
          maxLength={USER_SEARCH_MAX}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(0);
          }}
        />
        <div className={classes.selection} role="status">
          {selected.size > 0 && (
            <>
              <span>{selected.size.toLocaleString('en-US')} selected</span>
              <Button variant="default" onClick={() => setSelected(new Map())}>
                Clear
              </Button>
              {only && (
                <Button variant="default" onClick={() => setEnding(true)}>
                  End sign-ins
                </Button>
              )}
              <Button
                className={classes.danger}
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => confirmDeletion([...selected.values()])}
              >
                Delete selected
              </Button>
            </>
          )}
        </div>
      </div>
      {users.data ? (
        <>
          <UserTable
            users={users.data}
            ownId={ownId}
            sorting={sorting}
            onSort={(sorting) => {
              setSorting(sorting);
              setPage(0);
            }}
            selected={selected}
            onSelect={setSelected}
            onDelete={(user) => confirmDeletion([user])}
            stale={users.isPlaceholderData}
          />
          {users.data.length === 0 && <p className={classes.empty}>No users found</p>}
          <Pages
            page={page}
            size={PAGE_SIZE}
            total={count.data?.count ?? users.data.length}
            onPage={setPage}
          />
        </>
      ) : users.isError ? (
        <LoadError what="the users" busy={users.isFetching} onRetry={users.refetch} />
      ) : (
        <Skeleton height={360} radius="md" />
      )}
      <EndSignInsDialog user={only} opened={ending} onClose={() => setEnding(false)} />
      <DeleteUsersDialog
        users={toDelete}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onDeleted={() => {
          setSelected(new Map());
          setPage(0);
        }}
      />
    </Card>
  );
}
