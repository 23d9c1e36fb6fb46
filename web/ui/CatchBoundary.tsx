import { Component, type ComponentType, type ReactNode } from 'react';

type Props = {
  fallback: ComponentType<{ error: unknown }>;
  resetKey?: unknown;
  onCatch?: () => void;
  children: ReactNode;
};

type State = { caught?: { error: unknown }; resetKey?: unknown };

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
