/** The people of all tests: the simulator's test numbers, so that seeds and stories speak of the same ones. */
export type Person = { name: string; phone: string };

export const ann: Person = { name: 'Ann', phone: '+12025550111' }; // the operator
export const bob: Person = { name: 'Bob', phone: '+12025550112' };
export const cho: Person = { name: 'Cho', phone: '+12025550113' };
export const dee: Person = { name: 'Dee', phone: '+12025550114' };
/** Knows everybody's numbers and belongs to nothing. */
export const eve: Person = { name: 'Eve', phone: '+12025550115' };
