/** Without this set, a hidden post would show again when its card scrolls back into view. */
export const hiddenPosts = new Set<string>();
