export const columnCount = (width: number) => (width <= 700 ? 1 : width <= 1100 ? 2 : 3);
