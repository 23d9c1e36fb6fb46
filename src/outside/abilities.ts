/** Abilities of a line. The rest of the product asks for an ability, not for the kind of gateway. */
export type Abilities = {
  /**
   * Texts reach people and cost money. If not, texts never leave this machine: whoever opens the page of the
   * line reads all of them, codes included. Such texts have no limits and no pace, and by default the server
   * answers on loopback only.
   */
  reachPeople: boolean;
  /** Brings the texts that came while the server was down: `listReceived`. If not, they may be lost. */
  catchUp: boolean;
  /** Tells whether it has a text if the answer to `send` was lost: `findSent`. */
  findSent: boolean;
  /** Reports whether a text was delivered, by webhook or by `listReports`. */
  report: boolean;
  /** Tells what a text has cost. SMS_BUDGET has no effect on other lines. */
  tellPrices: boolean;
  /** Tells the time with its answers: `clockAhead`. */
  tellTime: boolean;
  /** Brings the photos of texts. */
  receiveMedia: boolean;
  /** Could send photos, but the product does not send any yet. */
  sendMedia: boolean;
  /** Answers STOP and START itself, and then refuses texts to that number. If not, the server answers. */
  answerStop: boolean;
};

/**
 * Sentences about abilities: what a line can do, for the table in the documentation, and what it means for
 * the operator if it cannot.
 */
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
  sendMedia: { can: 'could send photos (the product sends none)' },
  answerStop: { can: 'answers `STOP` and `START` itself' },
};
