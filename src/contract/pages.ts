import * as z from 'zod/mini';
import { tagParam } from './boards';
import { objectOf, sample, withExample } from './example';
import { GUEST_DAYS, LICENCES, type Licence } from './page-choices';
import { doneWith, id } from './text';

export const GUEST_POST_MAX = 2_000;

const licence = z.enum(Object.keys(LICENCES) as [Licence, ...Licence[]]);

/** Who reads without an account: everybody who has the address of the page, or guests. */
const audience = z.enum(['page', 'guests']);
export type PageAudience = z.infer<typeof audience>;

const page = z.object({
  url: sample(z.string(), 'https://tagline.example/p/5f1c9a0b7d3e2f486a10'),
  licence: sample(licence, 'none'),
  indexed: sample(z.boolean(), false),
  publishedAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
});

const guestLink = z.object({
  id: sample(z.int(), 3),
  url: sample(z.nullable(z.string()), 'https://tagline.example/g/0c6f2b8e91d4a7350e6b9d12'),
  mayPost: sample(z.boolean(), true),
  madeBy: sample(z.string(), 'Ann Lee'),
  createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  expiresAt: sample(z.string(), '2026-02-07T12:00:00.000Z'),
});

export const openBoard = objectOf(
  {
    tag: sample(z.string(), 'recipes'),
    isOwner: sample(z.boolean(), true),
    page: z.nullable(page),
    guestLinks: z.array(guestLink),
    shown: z.object({ page: sample(z.boolean(), true), guests: sample(z.boolean(), false) }),
  },
  'Who reads a board without an account. Only its owner gets the addresses of guest links. `shown`: whether what the caller posts on the board shows on the page, and to guests.',
);
export type OpenBoard = z.infer<typeof openBoard>;
export type GuestLink = OpenBoard['guestLinks'][number];

export const ofBoardInput = z.object({ tag: tagParam });

export const publishInput = objectOf({
  tag: sample(tagParam, 'recipes'),
  licence: sample(licence, 'none'),
  indexed: sample(z.boolean('indexed must be true or false'), false),
});

export const showInput = objectOf(
  {
    tag: sample(tagParam, 'recipes'),
    audience: sample(audience, 'page'),
    shown: sample(z.boolean('shown must be true or false'), true),
  },
  '`shown`: whether what the caller posts on the board, has posted and will post, shows to this audience.',
);

export const guestLinkInput = objectOf({
  tag: sample(tagParam, 'recipes'),
  mayPost: sample(z.boolean('mayPost must be true or false'), true),
  days: sample(z.literal([...GUEST_DAYS], 'A guest link lasts 1, 7 or 30 days.'), 7),
});

export const guestLinkIdInput = withExample(z.object({ tag: tagParam, id }), { tag: 'recipes', id: 3 });

export const pageEnded = doneWith('#recipes is not published any more.');
export const guestLinkEnded = doneWith('The guest link has ended.');
