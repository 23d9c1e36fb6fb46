/** Returns the number of columns at a window width in pixels (docs/product.md: Message list). */
export const columnCount = (width: number) => (width <= 700 ? 1 : width <= 1100 ? 2 : 3);
