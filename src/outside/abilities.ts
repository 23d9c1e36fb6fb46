/** What a line can do. The rest of the product asks this, and never which gateway it is. */
export type Abilities = {
  /**
   * Texts reach people and cost money. If not, texts never leave this machine: whoever opens the page of the line
   * reads all of them, codes included. They have no limits and no pace, and the server answers on loopback
   * only.
   */
  reachPeople: boolean;
  /** Brings the texts that came while the server was down: `listReceived`. If not, they may be lost. */
  catchUp: boolean;
  /** Tells if it has a text that it was given, although its answer was lost: `findSent`. */
  findSent: boolean;
  /** Reports whether a text was delivered, by webhook or by `listReports`. */
  report: boolean;
  /** Tells what a text has cost. SMS_BUDGET has no effect on other lines. */
  tellPrices: boolean;
  /** Tells the time with its answers: `clockAhead`. */
  tellTime: boolean;
  /** Brings the photos of texts. */
  receiveMedia: boolean;
  /** Could send photos. The product does not ask for it yet. */
  sendMedia: boolean;
  /** Answers STOP and START itself, and then refuses texts to that number. If not, the server answers. */
  answerStop: boolean;
};
