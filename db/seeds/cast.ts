export type Person = { firstName: string; lastName: string; phone: string };

export const ann: Person = { firstName: 'Ann', lastName: 'Lee', phone: '+12025550111' }; // the operator
export const bob: Person = { firstName: 'Bob', lastName: 'Ray', phone: '+12025550122' };
export const cho: Person = { firstName: 'Cho', lastName: 'Min', phone: '+12025550133' };
export const dee: Person = { firstName: 'Dee', lastName: 'Fox', phone: '+12025550144' };
/** The stranger in tests: she knows everybody's phone number and is on nobody's board. */
export const eve: Person = { firstName: 'Eve', lastName: 'Orr', phone: '+12025550155' };
