/**
 * URLs of the posts that the person has hidden since the page was loaded. Without this set, a hidden post
 * would show again when its card scrolls back into view.
 */
export const hiddenPosts = new Set<string>();
