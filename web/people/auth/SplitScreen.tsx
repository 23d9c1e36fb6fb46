import type { ReactNode } from 'react';
import { useProduct } from '../../product/use-product';
import { Logo } from '../../ui/Logo';
import { ProductIllustration } from './ProductIllustration';
import classes from './SplitScreen.module.css';

type Props = { children: ReactNode; foot: string };

export function SplitScreen({ children, foot }: Props) {
  const { name } = useProduct();
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <Logo name={name} size={34} />
        <div className={classes.form}>{children}</div>
        <p className={classes.foot}>{foot}</p>
      </main>
      <ProductIllustration />
    </div>
  );
}
