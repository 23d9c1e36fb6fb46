import classes from './Logo.module.css';

/** A speech bubble with a # in it. index.html has a copy of this drawing. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M9 2.5h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-7.6l-6.3 4.7A1.3 1.3 0 0 1 7 29.2v-4A7 7 0 0 1 2 18.5v-9a7 7 0 0 1 7-7Z" />
      <path d="M14.3 8.2 12.6 19.8M20.4 8.2 18.7 19.8M10.2 11.9h12.4M9.6 16.1H22" />
    </svg>
  );
}

export function Logo({ name, size = 30 }: { name: string; size?: number }) {
  return (
    <span className={classes.logo} style={{ fontSize: size * 0.73 }}>
      <LogoMark size={size} />
      <span>{name}</span>
    </span>
  );
}
