/**
 * Spellings of times, separated by bars, and what people mean by them. A meaning is a moment from now (`+90m`),
 * or a day and an hour: `next` (the first such hour from now on), `+1d`, `sat` (the first such day and hour from
 * now on), `week fri` (of the next week), `12-24` (a date), `1st` or `last` (a day of the month). Of two hours
 * the one that comes first counts; `first+1` looks from tomorrow on. A rule follows where it repeats.
 */
export const SPELLINGS: Record<string, string> = {
  // an hour alone
  'next 17:00': `five p m | at five p m | 500pm | at 5 | at five | at 5p | 5pm | 5 pm | 5 p.m. | 5PM | @5pm | @ 5pm | at 5 o'clock | at 5 oclock |
    17:00 | at 17 | at 17:00 | 17h | 17h00 | 1700 | at 1700 | 17.00 | at 17.00 | 5p | at 5:00 | 5 in the afternoon |
    at 5 in the afternoon | at 5 pm sharp`,
  'next 17:30': `at five thirty p m | five thirty p m | 530pm | at 5:30 | 5.30pm | 5:30pm | 5:30 pm | half past 5 | half past five | at half past 5 | 17:30 | 17h30 |
    1730 | at half 5pm | half an hour before 6pm | 30 min before 6`,
  'next 17:45': `quarter to 6 | a quarter to six | quarter to six | at quarter to 6 | 5:45pm | at 5:45`,
  'next 18:15': `quarter past 6 | quarter past six | a quarter past 6 | 6:15pm | at 6:15`,
  'next 17:40': `twenty to six | 20 to 6 | at 5:40pm`,
  'next 18:10': `ten past six | 10 past 6 | at 6:10`,
  'next 08:00': `8am | at 8am | 8 am | 8 a.m. | 8a | at 8a | 0800 | 08:00 | at 08:00 | 8 in the morning |
    at 8 in the morning | at eight in the morning`,
  'next 20:00': `8 p m | at eight pm | 8pm | at 8pm | 8p | 20:00 | 2000 | 20h | at 20h | at 8 in the evening | 8 in the evening |
    eight in the evening | at 8 at night | 8 o'clock in the evening`,
  'next 08:00/20:00': `at 8 | at eight | at 8 o'clock | 8 o'clock | at 8:00`,
  'next 07:00/19:00': `at 7 | at seven | 7 o'clock`,
  'next 09:00/21:00': `at 9 | at nine | @9`,
  'next 10:00/22:00': `at 10 | at ten`,
  'next 07:30/19:30': `half past 7 | half past seven | at 7:30 | at half past 7`,
  'next 06:45': `645am | at 645 am | six forty five a m | wake me up at 6:45 | get up at 6:45 | at 6:45 wake up`,
  'next 06:45/18:45': `at 6:45 | 6:45 | quarter to 7 | alarm for 6:45`,
  'next 06:00/18:00': `alarm at 6`,
  'next 12:00': `noon | at noon | midday | at midday | 12pm | at 12 noon | 12:00 | 12 noon`,
  'next 00:00': `midnight | at midnight | 12am`,
  'next 15:00': `at 3 | at three | 3pm | 3p | 1500 | at 3 in the afternoon | around 3 | after school`,
  'next 18:00': `at 6 | at six | 6pm | 1800 | 18h`,
  'next 14:00': `at 2 | 2pm | 14:00 | at two`,
  // from now
  '+5m': `in 5 | in 5 min | in 5 mins | in 5 minutes | in five minutes | in 5m | in five`,
  '+10m': `in 10 | in ten minutes | in 10 mins`,
  '+15m': `in 15 minutes | in a quarter of an hour | in quarter of an hour | in 15`,
  '+20m': `in 20 | in twenty minutes | 20 minutes from now | 20 min from now`,
  '+30m': `in half an hour | in 30 | in thirty minutes | in a half hour | in 30 mins`,
  '+60m': `in an hour | in 1 hour | in 1h | in one hour | in 1 hr | an hour from now`,
  '+90m': `in an hour and a half | in 1.5 hours | in 90 minutes | in one and a half hours | in 1h30 | in 1h 30m |
    in 1 hour and 30 minutes | in 1 hr 30 min`,
  '+120m': `in 2 hours | in two hours | in 2h | in 2hrs | in a couple of hours | 2 hours from now`,
  '+150m': `in 2.5 hours | in two and a half hours | in 2 and a half hours | in 2h30`,
  // days
  '+1d 09:00': `tomorrow at nine a m | tomorrow | tmr | tmrw | tomorow | tommorow | tommorrow | 2morrow | 2moro | 2mrw | tomorrow morning | tmrw morning |
    tomorrow 9am | tmr 9 | tomorrow at 9 | tomorrow at nine | 9am tomorrow | tomorrow @ 9 | at 9 tomorrow |
    at 9am tomorrow | tom 9am | tomorrow at 9 o'clock`,
  '+1d 08:00': `first thing tomorrow | tomorrow first thing | tomorrow 8am | tomorrow at 8 | 8am tomorrow |
    tomorrow at eight | tomorrow morning at 8 | tomorrow at 8 in the morning | first thing in the morning tomorrow`,
  '+1d 17:00': `tomorrow at 5 | tomorrow 5pm | 5pm tomorrow | tomorrow at five | tmrw 5p | tomorrow 17h |
    tomorrow 1700 | tomorrow at 17:00 | tomorrow afternoon at 5 | at 5 tomorrow | tomorrow 5`,
  '+1d 20:00': `tomorrow nite | tomorrow night | tomorrow at 8 in the evening | tomorrow evening at 8 | tomorrow night at 8 |
    tomorrow 8pm | tomorrow 20:00`,
  '+1d 18:00': `tomorrow evening | tmr evening | tomorrow at 6`,
  '+1d 15:00': `tomorrow afternoon | tomorrow at 3`,
  '+1d 12:00': `tomorrow noon | noon tomorrow | tomorrow at noon | tomorrow at 12 | tomorrow lunchtime`,
  '+1d 19:30': `tomorrow 19:30 | tomorrow half past 7 in the evening | tomorrow 7:30pm`,
  '+2d 09:00': `day after tomorrow | the day after tomorrow | overmorrow`,
  '+2d 08:00': `day after tomorrow 8am | the day after tomorrow at 8 | day after tomorrow at 8am |
    8am the day after tomorrow`,
  '+0d 20:00': `tonight at 8 | tonight 8pm | at 8 tonight | 8 tonight | 8pm tonight | tonight at eight |
    this evening at 8 | today at 20:00 | today 8pm | tonight`,
  '+0d 21:00': `tonight at 9 | tonight 9pm | at 9 tonight`,
  '+0d 22:30': `tonight at half past 10 | tonight 10:30`,
  '+0d 17:00': `today at 5 | today 5pm | 5pm today | today at five | this afternoon at 5 | 5 this afternoon`,
  '+7d 09:00': `one week from today at 9am | in a week at 9am | in 7 days at 9 | a week from now at 9am | a week from today at nine a m`,
  '+14d 09:00': `in two weeks at 9am | in 2 weeks at 9 | in a fortnight at 9am`,
  '+3d 09:00': `in 3 days at 9am | in three days at 9`,
  'sun 09:00': `sunday | on sunday | sun 9am | this sunday | sunday morning`,
  'mon 09:00': `monday | on monday | mon 9am | monday 9 | next monday | monday at 9 | monday morning | on monday at nine`,
  'tue 18:00': `tuesday 6pm | tue at 6 | tues 6pm | on tuesday at 6 | tuesday evening | tuesday 18h | tue 1800`,
  'wed 09:00': `wednesday | weds | weds 9 | wednesday 9 standup | weds 9 standup | wed | on wed | weds 9am | wednsday 9am | on weds at 9`,
  'thu 17:00': `thursday at 5 | thurs 5pm | thu 17:00 | thursday 5p | thur at five | on thursday at 5`,
  'fri 09:00': `friday | fri 9am | on friday at 9 | friday morning | this friday | fri morning`,
  'fri 20:00': `friday night | fri at 8 in the evening | friday 8pm | friday evening at 8`,
  'sat 10:30': `saturday 10:30am | sat 10:30am | saturday at 10:30 am`,
  'week fri 09:00': `next friday | next friday 9am | friday next week | next fri at 9`,
  'week tue 15:00': `next tuesday 3pm | next tuesday at 3 | tuesday next week at 3`,
  'week mon 09:00': `next week | monday next week | next week monday`,
  // dates
  '12-24 17:00': `december twenty fourth at 5 | the twenty fourth of december at five p m | christmas eve 5pm | christmas eve at 5 | 24 dec 5pm | dec 24 5pm | 24.12. 17:00 | 24.12. 5pm |
    24th december at 5 | december 24th 5pm | on the 24th of december at 5 | on 24 dec at five | 24 december 17h |
    12/24 5pm`,
  '12-14 18:00': `14/12 6pm | 14/12 at 18:00 | 14.12. 18:00 | 14.12 18:00 | 14 dec 18:00 | dec 14 6pm | on 14.12. at 18:00 | 14th of dec at 6`,
  '12-25 09:00': `christmas | christmas day | xmas | on christmas | on christmas day | 25 dec | xmas day`,
  '12-31 20:00': `new year's eve 8pm | new years eve at 8pm | nye 8pm | 31 dec 8pm`,
  '01-01 12:00': `new year's day at noon | jan 1 noon | new years day 12pm`,
  '02-14 09:00': `valentine's day | valentines day | 14 feb | feb 14th`,
  '10-31 23:00': `halloween 11pm | oct 31 11pm | halloween at 11 at night`,
  '12-03 09:00': `december third | 3 dec | dec 3 | dec 3rd | 3rd of december | on december 3 | the 3rd of dec | 3 december`,
  '11-15 10:00': `15 nov 10am | nov 15 at 10 | 15.11. 10:00 | 11/15 10am`,
  '12-15 14:30': `15 dec 1430 | dec 15 1430 | december 15th 1430 | dec. 15, 1430 | 15.12. 1430`,
  '12-15 06:47': `15 dec 0647`,
  '12-15 07:30': `dec 15 730`,
  '01-04 10:00': `first monday of january at 10 a.m. | on the first Monday of January at 10 | 1st mon in jan 10am | first monday in january 2027 at 10`,
  '12-25 18:00': `the last friday of december at 6 | last fri in dec 6pm`,
  'last 09:00/18:00/20:00': `end of the month | at the end of the month | end of month | last day of the month |
    on the last day of the month | month end`,
  'first 09:00': `on the 1st | the 1st | the first of the month | 1st of next month | first of next month`,
  'day20 09:00': `the 20th | on the 20th | on the 20th at 9 | the 20th 9am`,
  // again and again
  'next 08:00 FREQ=DAILY': `every day at 8am | every day 8am | daily at 8am | everyday at 8am | every morning at 8 |
    8am every day | each day at 8am | each morning at 8 | every day at 8 in the morning | 8am daily`,
  'next 20:00 FREQ=DAILY': `every evening at 8 | every night at 8 | every day at 8pm | nightly at 8 | every day at 20h`,
  'next 08:00/20:00 FREQ=DAILY;BYHOUR=8,20': `every day at 8am and 8pm | daily 8am and 8pm | every day 8am & 8pm |
    twice a day at 8am and 8pm | every day at 8am and at 8pm`,
  'tue 09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU': `every other tuesday | every second tuesday | every 2nd tuesday |
    every other tue at 9 | every two weeks on tuesday`,
  'fri 09:00 FREQ=WEEKLY;BYDAY=FR': `every friday 9am | every friday | fridays at 9 | fridays | every fri at 9am |
    each friday at 9 | 9am every friday | weekly on friday | every week on friday at 9`,
  'first 09:00 FREQ=MONTHLY': `on the 1st of every month | every 1st | every month on the 1st | the 1st of each month |
    1st of every month | on the first of every month | monthly on the 1st`,
  '12-03 09:00 FREQ=YEARLY': `3 dec every year | every 3 dec | every year on 3 dec | every dec 3 | dec 3 every year |
    every year on december 3rd | yearly on 3 dec | 3rd of december every year`,
  'weekday 07:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': `every weekday 7am | weekdays at 7am | every weekday at 7am |
    mon-fri 7am | monday to friday at 7am | on weekdays at 7am`,
  'mon 18:00 FREQ=WEEKLY;BYDAY=MO,WE': `every monday and wednesday at 6 | mondays and wednesdays 6pm |
    every mon & wed 6pm | every mon and wed at 6pm`,
  'sat 10:00 FREQ=WEEKLY;BYDAY=SA': `every weekend at 10am | every saturday 10am | saturdays at 10am`,
  'fri 17:00': `friday eod | by end of day friday | friday end of day`,
  'next 21:00': `before bed | at bedtime | before i go to sleep`,
  'next 06:00': `at sunrise | at dawn | at sunup`,
  'sat 16:30 FREQ=WEEKLY;BYDAY=SA': `every saturday at 4:30 pm | saturdays 4:30 pm`,
};

/** In October 2026, by how the words before them are read: in the United States the month is first. */
export const SLASHED: [string, us: string, elsewhere: string][] = [
  ['4/12 at 5', '2027-04-12T17:00', '2026-12-04T17:00'],
  ['on 3/11 9am', '2027-03-11T09:00', '2026-11-03T09:00'],
  ['12/4/27 at noon', '2027-12-04T12:00', '2027-04-12T12:00'],
  ['25/12 10am', '2026-12-25T10:00', '2026-12-25T10:00'],
  ['12/25/2026 10am', '2026-12-25T10:00', '2026-12-25T10:00'],
];

/** Asked on Wednesday, 4 November 2026, at 14:20, in a text in another language. */
export const ABROAD: Record<string, string> = {
  '2026-11-05T09:00': `mañana a las 9 | manana a las 9 | morgen um 9 Uhr | morgen früh | demain à 9h | demain matin | domani alle 9 | domani mattina | amanhã às 9 | amanhã de manhã | morgen om 9 uur`,
  '2026-11-06T18:00': `el viernes a las 18 | viernes a las 6 de la tarde | am Freitag um 18 Uhr | Freitag um 6 abends | vendredi à 18h | vendredi à 18h00 | venerdì alle 18 | sexta às 18h | sexta-feira às 18:00 | vrijdag om 18 uur`,
  '2026-11-06T09:00': `pasado mañana | übermorgen | après-demain | dopodomani | depois de amanhã | overmorgen`,
  '2026-11-04T14:40': `en 20 minutos | dentro de veinte minutos | in 20 Minuten | in zwanzig Minuten | dans 20 minutes | tra 20 minuti | fra venti minuti | em 20 minutos | daqui a 20 minutos | over 20 minuten`,
  '2026-11-04T20:00': `esta noche | heute Abend | ce soir | stasera | hoje à noite | vanavond | hoy a las 8 de la noche | heute um 20 Uhr | oggi alle 20`,
  '2026-11-05T08:00 FREQ=DAILY': `todos los días a las 8 | jeden Tag um 8 | tous les jours à 8h | ogni giorno alle 8 | todos os dias às 8 | elke dag om 8 uur`,
  '2026-11-09T07:00 FREQ=WEEKLY;BYDAY=MO': `todos los lunes a las 7 | jeden Montag um 7 | tous les lundis à 7h | ogni lunedì alle 7 | toda segunda às 7h | elke maandag om 7 uur`,
};

export const NO_TIMES = `buy sun cream | may I go | march | every time I go | the daily mirror | 9 | get a second opinion |
  buy 5 plums | eat the mon cheri | call 5 people | size 42 | 2 for 1 | room 1700 | the may flowers | maybe one day soon | 24 eggs |
  cream for the sun bath | seven dwarfs | noonan | the nine tailors | in the end | on the run | at home | the last friday of every month | the second tuesday of every month at 6pm | every 2 hours | hourly | about 3 things`;
