import { Button, Group, Text } from '@mantine/core';
import { IconMessageForward, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '../../src/contract/admin';
import { withCommas } from '../../src/contract/counts';
import { trpc } from '../product/trpc';
import form from '../ui/DialogForm.module.css';
import { Loaded } from '../ui/Loaded';
import { lazyDialog } from '../ui/lazy-dialog';
import { Card } from './Card';
import { Pages } from './Pages';
import { SearchField } from './SearchField';
import { DEFAULT_SORTING, type Sorting } from './sorting';
import classes from './Table.module.css';
import { UserTable } from './UserTable';

const BroadcastDialog = lazyDialog(() => import('./BroadcastDialog'), 'BroadcastDialog');
const BlockNumberDialog = lazyDialog(() => import('./BlockNumberDialog'), 'BlockNumberDialog');
const EndSignInsDialog = lazyDialog(() => import('./EndSignInsDialog'), 'EndSignInsDialog');
const DeleteUsersDialog = lazyDialog(() => import('./DeleteUsersDialog'), 'DeleteUsersDialog');

const PAGE_SIZE = 50;

export function UserManagement() {
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting>(DEFAULT_SORTING);
  const [page, setPage] = useState(0);
  const [selected, setSelected] = useState<ReadonlyMap<number, AdminUser>>(new Map());
  const [toDelete, setToDelete] = useState<AdminUser[]>([]);
  const [confirming, setConfirming] = useState(false);
  const [ending, setEnding] = useState(false);
  const [blocking, setBlocking] = useState(false);
  const [broadcasting, setBroadcasting] = useState(false);
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
        <Button
          leftSection={<IconMessageForward size={18} aria-hidden />}
          onClick={() => setBroadcasting(true)}
        >
          SMS Broadcast
        </Button>
      }
    >
      <Group gap="0.75rem 1.25rem" mb="0.75rem">
        <SearchField
          className={classes.search}
          aria-label="Search users"
          placeholder="Name or number"
          leftSection={<IconSearch size={18} aria-hidden />}
          onSearch={(search) => {
            setSearch(search);
            setPage(0);
          }}
        />
        <Group gap="0.6rem" role="status">
          {selected.size > 0 && (
            <>
              <Text span fw={600}>
                {withCommas(selected.size)} selected
              </Text>
              <Button variant="default" onClick={() => setSelected(new Map())}>
                Clear
              </Button>
              {only && (
                <>
                  <Button variant="default" onClick={() => setEnding(true)}>
                    End sign-ins
                  </Button>
                  <Button variant="default" onClick={() => setBlocking(true)}>
                    Block number
                  </Button>
                </>
              )}
              <Button
                className={form.destructive}
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => confirmDeletion([...selected.values()])}
              >
                Delete selected
              </Button>
            </>
          )}
        </Group>
      </Group>
      <Loaded query={users} what="the users" height={360}>
        {(rows) => (
          <>
            <UserTable
              users={rows}
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
            {rows.length === 0 && (
              <Text c="dimmed" ta="center" my="1.5rem">
                No users found
              </Text>
            )}
            <Pages page={page} size={PAGE_SIZE} total={count.data?.count ?? rows.length} onPage={setPage} />
          </>
        )}
      </Loaded>
      <BroadcastDialog opened={broadcasting} onClose={() => setBroadcasting(false)} />
      <BlockNumberDialog
        phoneNumber={only?.phoneNumber}
        opened={blocking}
        onClose={() => setBlocking(false)}
      />
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
