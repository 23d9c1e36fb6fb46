/** The error for a number without an account, by which the web app offers to text an invitation. */
export const unknownNumber = (productName: string) =>
  `Nobody with this number uses ${productName} yet. Send them your join link first.`;
