/**
 * The styles of all prompts. They are inside a shadow root, so the site's styles do not affect them, nor they the site.
 */
export const PROMPT_CSS = `
:host{all:initial;overflow-wrap:anywhere}
*{box-sizing:border-box}
div,button,p,strong{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.bell{position:fixed;z-index:2147483000}
.round{display:grid;place-items:center;padding:0;border:0;border-radius:50%;cursor:pointer;box-shadow:0 4px 14px #0003;transition:transform .15s}
.round:hover{transform:scale(1.06)}
.glyph{width:50%;height:50%}
.panel{position:absolute;bottom:calc(100% + 12px);width:min(280px,calc(100vw - 32px))}
.at-left{left:0}
.at-right{right:0}
.panel,.slide{padding:16px;border-radius:12px;background:#fff;color:#1b1b2f;box-shadow:0 10px 34px #0003;font-size:14px;line-height:1.45;animation:in .2s}
.slide{position:fixed;z-index:2147483001;top:16px;left:50%;transform:translateX(-50%);width:min(440px,calc(100vw - 32px));display:grid;grid-template-columns:auto 1fr;gap:12px}
.picture{width:48px;height:48px;border-radius:8px;object-fit:contain}
svg.picture{padding:8px;background:#f1f0fe;color:#443df6}
.words{min-width:0}
.title{display:block;font-size:15px;padding-inline-end:24px}
.text{margin:4px 0 0}
.panel .button{margin-top:12px;width:100%}
.choices{grid-column:1/-1;display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px}
.button{border:0;border-radius:8px;padding:10px 16px;font-size:14px;font-weight:600;line-height:1.3;cursor:pointer}
.button:hover{filter:brightness(.94)}
[aria-disabled]{opacity:.6;cursor:progress}
.close{position:absolute;top:8px;inset-inline-end:8px;width:28px;height:28px;border:0;border-radius:6px;background:none;color:#55566b;font-size:20px;line-height:1;cursor:pointer}
.inline{display:inline-block;max-width:100%}
.inline .text{margin:0 0 8px;color:inherit;font-size:14px}
.inline .button+.text,.inline .link+.text{margin:8px 0 0}
.link{border:0;padding:0;background:none;text-decoration:underline;cursor:pointer}
button:focus-visible{outline:3px solid #1b1b2f;outline-offset:2px;box-shadow:0 0 0 2px #fff}
@keyframes in{from{opacity:0;margin-top:-8px}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
`
