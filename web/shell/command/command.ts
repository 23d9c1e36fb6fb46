import { createContext, type ReactNode, useContext } from 'react';

export type Command = {
  id: string;
  icon: ReactNode;
  label: ReactNode;
  detail?: string;
  keys?: string;
  run: () => void;
};

export type CommandGroup = { title: string; commands: Command[] };

export type CommandDialog = 'add' | 'private board' | 'shared board' | 'shortcuts';

export const OpenDialog = createContext<(dialog: CommandDialog) => void>(() => {});

const OpenCommandBarContext = createContext<() => void>(() => {});
export const OpenCommandBar = OpenCommandBarContext.Provider;
export const useOpenCommandBar = () => useContext(OpenCommandBarContext);
