/**
 * Addresses of the posts that the person has hidden since the page was loaded. Their cards would otherwise
 * show them again when they come back into view.
 */
export const hiddenPosts = new Set<string>();
