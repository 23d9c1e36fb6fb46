import { hashtagsIn, withoutDefaultTag, withoutHashtags } from '../../../src/contract/hashtags';
import { DEFAULT_TAG, TAGS_MAX } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { cache } from '../trpc';
import { type Change, newId } from './change';
import { expectedItems } from './items';

export const uploadedFiles = new Map<unknown, Message['media'][number]>();

type Added = { content?: string; tags?: string[]; hashtags?: string[]; mediaIds?: unknown[] };

export const showAdded = (input: Added): Change => ({ moved: [{ before: null, after: asAdded(input) }] });

export const storeAdded = (after: Message): Change => ({ moved: [{ before: null, after }] });

export const asReply =
  (answered: Message) =>
  (input: Added): Message => {
    const { id, content, tags, senderDisplayName, mediaType } = answered;
    const quote = { content, tags, senderDisplayName, mediaType };
    return { ...asAdded(input), tags, replyTo: id, quote };
  };

export function asAdded({ content = '', tags = [], hashtags = [], mediaIds = [] }: Added): Message {
  const profile = cache.users.profile.getData();
  const media = mediaIds.flatMap((id) => uploadedFiles.get(id) ?? []);
  const allTags = boardTags([...tags, ...hashtags, ...hashtagsIn(content)]);
  return {
    id: newId(),
    content,
    tags: allTags,
    items: expectedItems(content, allTags),
    timestamp: new Date().toISOString(),
    mediaUrl: media[0]?.url ?? null,
    mediaType: media[0]?.type ?? null,
    media,
    senderId: cache.auth.session.getData()?.userId ?? 0,
    senderFirstName: profile?.firstName ?? null,
    senderLastName: profile?.lastName ?? null,
    senderDisplayName: profile?.displayName ?? '',
    senderAvatarUrl: profile?.avatarUrl ?? null,
    source: 'ui',
    replyTo: null,
    quote: null,
    replies: 0,
    reactions: [],
    remindAt: null,
    remindRule: null,
    pinnedOn: [],
  };
}

type Edited = { content?: string; tags?: string[]; mediaIds?: readonly unknown[] };

export function asEdited(old: Message, { content, tags, mediaIds }: Edited): Message {
  const fileOf = (id: unknown) => old.media.find((file) => file.id === id) ?? uploadedFiles.get(id) ?? [];
  const before = mediaIds ? { ...old, media: mediaIds.flatMap(fileOf) } : old;
  const inText = hashtagsIn(content ?? '');
  const newTags = boardTags(
    tags ? [...tags, ...inText] : withoutDefaultTag([...before.tags, ...inText], before.tags),
  );
  const words =
    content === undefined
      ? before.content
      : withoutHashtags(content, (tag) => newTags.includes(tag)) || content.trim();
  return { ...before, content: words, tags: newTags, items: expectedItems(words, newTags, before.items) };
}

function boardTags(tags: string[]): string[] {
  const distinct = [...new Set(tags)].slice(0, TAGS_MAX);
  return distinct.length > 0 ? distinct : [DEFAULT_TAG];
}
