/** Abilities of a gateway. The rest of the product asks for an ability, not for the kind of gateway. */
export type Abilities = {
  /**
   * True if texts reach people and cost money. If false, texts never leave this machine, and whoever opens
   * the page of the phone simulator reads all of them, sign-in codes included. Then the server limits neither
   * the number of texts nor their pace, and by default it answers on loopback only.
   */
  reachPeople: boolean;
  /**
   * True if `listReceived` returns the texts that came while the server was down, or has them delivered
   * again. If false, these texts may be lost.
   */
  catchUp: boolean;
  /** True if `findSent` tells whether the gateway has a text for which the answer to `send` was lost. */
  findSent: boolean;
  /** True if the gateway reports, by webhook or by `listReports`, whether a text was delivered. */
  report: boolean;
  /** True if the gateway tells what a text has cost. If false, SMS_BUDGET has no effect. */
  tellPrices: boolean;
  /** True if the answers of the gateway contain its time (`clockAhead`). */
  tellTime: boolean;
  /** True if the gateway delivers the photos of incoming texts. */
  receiveMedia: boolean;
  /** True if the gateway could send photos. The product does not send any yet. */
  sendMedia: boolean;
  /**
   * True if the gateway itself answers STOP and START. After STOP from a number, it also refuses our texts to
   * this number. If false, the server answers.
   */
  answerStop: boolean;
};

/**
 * Sentences about abilities. `can` says what a gateway with the ability does, for the table in the
 * documentation. `cannot` says what follows for the operator if the gateway lacks the ability.
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
