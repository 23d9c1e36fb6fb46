/** The rest of the product asks for an ability, not for the kind of gateway. */
export type Abilities = {
  // If false, texts never leave this machine, and whoever opens the page of the phone simulator reads all of
  // them, sign-in codes included. Then the server limits neither the number of texts nor their pace, and by
  // default it answers on loopback only.
  reachPeople: boolean;
  /** If false, these texts may be lost. */
  catchUp: boolean;
  /** True if `findSent` tells whether the gateway has a text for which the answer to `send` was lost. */
  findSent: boolean;
  report: boolean;
  tellPrices: boolean;
  tellTime: boolean;
  receiveMedia: boolean;
  sendMedia: boolean;
  /** After STOP from a number, it also refuses our texts to this number. If false, the server answers. */
  answerStop: boolean;
};

export const EVERY_ABILITY: Abilities = {
  reachPeople: true,
  catchUp: true,
  findSent: true,
  report: true,
  tellPrices: true,
  tellTime: true,
  receiveMedia: true,
  sendMedia: true,
  answerStop: true,
};

/** `cannot` says what follows for the operator if the gateway lacks the ability. */
export const ABILITIES: Record<keyof Abilities, { can: string; cannot?: string }> = {
  reachPeople: { can: 'reaches people' },
  catchUp: {
    can: 'brings texts that came while the server was down',
    cannot: 'Texts that come while the server is down may be lost.',
  },
  findSent: {
    can: 'tells if it has a text whose answer was lost',
    cannot: 'A text whose answer is lost is not sent again, because the line cannot tell if it has it.',
  },
  report: { can: 'reports what was delivered', cannot: 'It is never known if a text was delivered.' },
  tellPrices: {
    can: 'tells prices, so that `SMS_BUDGET` counts',
    cannot: 'The line tells no prices: SMS_BUDGET has no effect.',
  },
  tellTime: { can: 'tells the time, to check the clock' },
  receiveMedia: { can: 'brings photos', cannot: 'Photos of texts do not arrive.' },
  sendMedia: { can: 'sends photos', cannot: 'Photos are sent as links.' },
  answerStop: { can: 'answers `STOP` and `START` itself' },
};
