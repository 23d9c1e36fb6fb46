/** Code in the hostile texts below. The page counts its calls of `run`, and there must be none. */
export const RUN = 'window.run&&run()';

/** Texts with code, markup, and characters that break a layout. */
export const HOSTILE = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `"><iframe srcdoc="<script>parent.${RUN}</script>">`,
  `javascript:${RUN}`,
  `https://x.example/"onmouseover="${RUN}"`,
  `https://x.example/'><script>${RUN}</script>`,
  `http://javascript:${RUN}@x.example/`,
  `[link](javascript:${RUN})`,
  `data:text/html,<script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  '</textarea></title></style><b>bold',
  '<a href="#" style="position:fixed;inset:0">everywhere</a>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '\u202eright to left\u202c \u2066isolated',
  'Z\u0351\u0352'.repeat(40),
  '#<script> #"><img #__proto__ #constructor #toString',
  `#${'é'.repeat(60)} #🙂 #１２３ #日本`,
  'x'.repeat(4000),
  'https://x.example/'.padEnd(2000, 'y'),
  '\u0000\u0007\u001b[31mred',
  '{"content":"json"}',
];
