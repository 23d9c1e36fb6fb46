const TOPICS =
  'food ideas todo books work links music recipes gifts films travel gym house quotes kids garden money health dogs photos'.split(
    ' ',
  );
const PLACES =
  'lisbon kyoto berlin oslo austin lima cairo delhi hanoi porto quito rome seoul turin york vienna'.split(
    ' ',
  );
const TRIP_TOPICS = 'trip food hotels museums maps friends tickets packing budget walks music photos'.split(
  ' ',
);

export const TAGS = [
  ...TOPICS,
  ...TRIP_TOPICS.flatMap((topic) => PLACES.map((place) => `${place}-${topic}`)),
  ...TRIP_TOPICS.flatMap((aspect) => TOPICS.slice(0, 6).map((topic) => `${topic}-for-${aspect}`)),
];

export const CHINESE_TAGS = ['吃饭', '工作', '电影', '旅行', '买东西', '家', '想法', '音乐'];

export const SHARED_TAGS =
  'family book-club flat-share choir football-team garden-club neighbours office-lunch road-trip party-planning'.split(
    ' ',
  );

export const LINKS = [
  'https://en.wikipedia.org/wiki/Ramen',
  'https://en.wikipedia.org/wiki/Book_discussion_club',
  'https://www.openstreetmap.org/',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.imdb.com/title/tt0245429/',
  'https://www.gutenberg.org/ebooks/1342',
];
