import { cache } from './trpc';

export const DRAFTS = 'tagline:draft:';

export const draftKey = (name: string) => `${DRAFTS}${cache.auth.session.getData()?.userId}:${name}`;
