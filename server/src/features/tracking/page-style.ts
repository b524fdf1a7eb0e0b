/** How the recipients' pages look: one style for all of them, light and dark, without a script. */

// The product's tokens, as far as these pages need them.
export const STYLE = `
@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('/t/fonts/inter') format('woff2');
unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122}
@font-face{font-family:'Noto Sans Devanagari Variable';font-weight:100 900;font-display:swap;src:url('/t/fonts/devanagari') format('woff2');
unicode-range:U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20B9,U+25CC,U+A830-A839,U+A8E0-A8FF}
:root{color-scheme:light dark;--canvas:light-dark(#f8f9fb,#0d0f13);--surface:light-dark(#fff,#14161b);--line:light-dark(#e5e7ec,#262a33);
--strong:light-dark(#d5d9e1,#363b47);--ink:light-dark(#15181f,#eceef2);--ink2:light-dark(#434a59,#b9bfcb);--muted:light-dark(#626a7a,#969dac);
--accent:light-dark(#443df6,#5a54f5);--hover:light-dark(#3730d8,#635df6);--focus:light-dark(#443df6,#8b87ff);--link:light-dark(#3d36e0,#a5a2ff);
--switch:light-dark(#7b8394,#737b8b);--ok:light-dark(#166534,#7dd79d);--okbg:light-dark(#e7f6ec,#12281b)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;grid-template-rows:1fr auto;background:var(--canvas);color:var(--ink);
font:14px/1.5 'Inter Variable','Noto Sans Devanagari Variable',ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:448px;margin:auto;padding:32px 16px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:32px}
.mark{display:block;width:36px;height:36px;margin:0 0 16px -5px;color:var(--accent)}
h1{font-size:20px;line-height:28px;font-weight:610;letter-spacing:-.017em;margin:0 0 8px;overflow-wrap:anywhere}
:lang(hi) h1{letter-spacing:0}
p{margin:0;color:var(--ink2);overflow-wrap:anywhere}
.done{margin:0 0 20px;padding:8px 12px;border-radius:6px;background:var(--okbg);color:var(--ok)}
form{margin:24px 0 0}
button{font:inherit;font-weight:530;width:100%;min-height:40px;padding:8px 16px;border-radius:6px;border:1px solid transparent;
background:var(--accent);color:#fff;cursor:pointer}
button:hover{background:var(--hover)}
button.plain{background:var(--surface);color:var(--ink);border-color:var(--strong)}
button.plain:hover{background:var(--canvas)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.topics{list-style:none;margin:20px 0 0;padding:0;border-top:1px solid var(--line)}
.topics+p{margin-top:20px}
.topics label{display:flex;gap:16px;align-items:flex-start;padding:14px 0;border-bottom:1px solid var(--line);cursor:pointer}
.topics span{flex:1;min-width:0;overflow-wrap:anywhere}
.topics b{display:block;font-weight:530}
.topics small{display:block;font-size:13px;line-height:18px;color:var(--muted)}
.topics i{display:inline-block;margin-inline-start:8px;padding:0 6px;border:1px solid var(--line);border-radius:4px;font-size:12px;
line-height:18px;font-style:normal;font-weight:400;color:var(--ink2);vertical-align:1px}
input[type=hidden]{display:none}
input{appearance:none;flex:none;position:relative;width:36px;height:20px;margin:2px 0 0;border-radius:10px;background:var(--switch);
cursor:pointer}
input::after{content:'';position:absolute;inset-block-start:2px;inset-inline-start:2px;width:16px;height:16px;border-radius:50%;
background:#fff}
input:checked{background:var(--accent)}
input:checked::after{inset-inline-start:18px}
@media(forced-colors:active){input{appearance:auto}}
section{margin-top:32px;padding-top:24px;border-top:1px solid var(--line)}
section h2{font-size:14px;line-height:20px;font-weight:560;margin:0 0 2px}
section form{margin-top:16px}
.plain{display:block;text-align:center;text-decoration:none}
form+a.plain,form+form{margin-top:12px}
a.plain{min-height:40px;padding:9px 16px;border-radius:6px;border:1px solid var(--strong);background:var(--surface);color:var(--ink);font-weight:530}
a.plain:hover{background:var(--canvas)}
p+a.plain{margin-top:24px}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 16px;padding:16px;font-size:12px;color:var(--muted)}
nav a{color:var(--muted);text-underline-offset:3px;padding:4px 0}
nav a[aria-current]{color:var(--ink);text-decoration:none;font-weight:530}
@media(max-width:480px){.card{padding:24px}button,a.plain{font-size:16px}.topics{font-size:16px}.topics small{font-size:14px;line-height:20px}}
`
