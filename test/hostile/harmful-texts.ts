/** Texts that would run a script if a page contained them unescaped. */
export const SCRIPTS: readonly string[] = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "<ScRiPt\n>alert(1)</sCrIpT\t>",
  "<scr<b>ipt>alert(1)</scr</b>ipt>",
  "<scr<script></script>ipt>alert(1)</script>",
  "<<script>alert(1)//<</script>",
  '"><img src=x onerror=alert(1)>',
  "<<b>img src=x onerror=alert(1)>",
  "<img src=x onerror=alert(1) <>",
  "<img src=x onerror=alert(1) //",
  '<img src="x" onerror="alert(1)"',
  "<svg/onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<!--<img src=x onerror=alert(1)>-->",
  "<!--><img src=x onerror=alert(1)>-->",
  "<a href='javascript:alert(1)'>x</a>",
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#1;javascript:alert(1)">x</a>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  "<style>@import 'http://evil.example'</style>",
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)">x</p>',
  "<b onmouseover=alert(1)>x</b>",
  "<base href=http://evil.example>",
  "<form action=javascript:alert(1)><button>x",
  "<template><img src=x onerror=alert(1)></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "</script x",
  "<x\u2028onclick=alert(1)>",
  // Harmless as stored. They become harmful if they are decoded once more.
  '<a href="javascript&amp;#58;alert(1)">x</a>',
  '<a href="javascript&amp;#58alert(1)">x</a>',
  '<a href="javascript&amp;#x0003A;alert(1)">x</a>',
  '<a href="javascript&amp;colon;alert(1)">x</a>',
  '<a href="javascript&amp;amp;#58;alert(1)">x</a>',
  '<a href="java&amp;Tab;script&amp;NewLine;:alert(1)">x</a>',
  '<a href="&amp;#106;avascript:alert(1)">x</a>',
  '<a href="data&amp;#58;text/html,x">x</a><q cite="vbscript&amp;colon;x">y</q>',
  '<img src="javascript&amp;#58;alert(1)" srcset="javascript&amp;#58;alert(1) 1x">',
  '<b title="&amp;quot; onclick=alert(1) x=&amp;quot;">x</b>',
  "<b title='&amp;#34;&amp;gt;&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;'>x</b>",
  '<a href="java&#xFDD0;script:alert(1)">x</a>',
  '<a href="java\uFDD0script:alert(1)">x</a>',
  '<img srcset="a 1y, javascript:alert(1), data:image/svg+xml,x 2x">',
];

/** Texts that become harmful if they are decoded once too often. */
export const ENCODED: readonly string[] = [
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;img src=x onerror=alert(1)&#62;",
  "%3Cscript%3Ealert(1)%3C/script%3E",
];

/** Returns all texts in a response, each with its path. */
export const textsOf = (value: unknown, path = ""): readonly (readonly [path: string, text: string])[] => {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, `${path}.${name}`));
};
