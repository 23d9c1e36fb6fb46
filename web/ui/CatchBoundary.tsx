import { Component, type ComponentType, type ReactNode } from 'react';

type Props = {
  /** Replaces the children after one of them has thrown. */
  fallback: ComponentType<{ error: unknown }>;
  /** A change of this value shows the children again. */
  resetKey?: unknown;
  onCatch?: () => void;
  children: ReactNode;
};

type State = { caught?: { error: unknown }; resetKey?: unknown };

/** Catches errors that components inside of it throw while they are rendered. */
export class CatchBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, caught: undefined };
  }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  override componentDidCatch() {
    this.props.onCatch?.();
  }

  override render() {
    const { caught } = this.state;
    const { fallback: Fallback, children } = this.props;
    return caught ? <Fallback error={caught.error} /> : children;
  }
}
