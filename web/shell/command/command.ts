import { createContext, type ReactNode, useContext } from 'react';

/** A row of the command bar. */
export type Command = {
  /** Differs from the ids of all other rows. */
  id: string;
  icon: ReactNode;
  label: ReactNode;
  /** Small text. In a row of a message it is below the label, in other rows at the end of the row. */
  detail?: string;
  /** Keys of the shortcut that does the same as the row, such as `g h`. */
  keys?: string;
  run: () => void;
};

export type CommandGroup = { title: string; commands: Command[] };

/** Dialogs that the command bar opens. */
export type CommandDialog = 'add' | 'private board' | 'shared board' | 'shortcuts';

export const OpenDialog = createContext<(dialog: CommandDialog) => void>(() => {});

/** Context with the function that opens the command bar. */
const OpenCommandBarContext = createContext<() => void>(() => {});
export const OpenCommandBar = OpenCommandBarContext.Provider;
export const useOpenCommandBar = () => useContext(OpenCommandBarContext);
