export const NAMES = [
  { firstName: 'Ann', lastName: 'Lee' },
  { firstName: 'Bob', lastName: 'Diaz' },
] as const;

/** What lies there when somebody comes, the oldest first. */
export const PRIVATE_NOTES = [
  'The Left Hand of Darkness, Ursula Le Guin #books',
  'Bike shop closes at 6, tyre size 28-622 #errands',
  'Idea: a map of every bench in town #ideas',
  'A Wizard of Earthsea #books',
  'Eggs\nMilk\nCoriander #shopping',
  'Lisbon: tram 28 in the morning, custard tarts in Belém #travel #food',
];
export const SHARED_BOARD = 'cabin';
export const SHARED_NOTES: [writer: 0 | 1, note: string][] = [
  [0, 'The key is under the blue pot #cabin'],
  [1, 'I can drive, three seats left #cabin'],
  [1, 'Bring wood, the shed is empty #cabin'],
];
export const FIRST_TEXTS = [
  'Try the ramen place on Mission Street #food',
  'Dentist moved to Tuesday 9am #errands',
];
