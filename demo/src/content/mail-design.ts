/**
 * The design of the shop's mails: one layout with different content for each mail. It uses tables and inline styles,
 * which all mail programs support.
 */
import { DOMAIN } from '../world/team.ts'

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "Georgia,'Times New Roman',serif"
const INK = '#24312c'
const GREEN = '#2f5d50'

export interface Product {
  name: string
  text: string
  price: string
  picture: string
  path: string
}

export interface MailDesign {
  brand: string
  /** The main picture, with its alternative text. */
  hero: { picture: string; alt: string }
  kicker: string
  title: string
  /** Liquid source. */
  intro: string
  button: { label: string; path: string }
  products?: readonly Product[]
  /** Rows of a table, such as a statement: name and Liquid source of the value. */
  facts?: readonly (readonly [string, string])[]
  closing: string
  address: string
}

export const link = (path: string): string => `https://www.${DOMAIN}/${path}`

export function mailHtml(design: MailDesign): string {
  const { brand, hero, kicker, title, intro, button, products = [], facts = [], closing, address } = design
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>
      body { margin: 0; padding: 0; background: #f3f0ea; }
      @media (max-width: 480px) {
        .pad { padding-left: 22px !important; padding-right: 22px !important; }
        .tile { display: block !important; width: 100% !important; }
      }
    </style>
  </head>
  <body>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      <tr>
        <td align="center" style="padding: 28px 12px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width: 600px; border-radius: 10px; overflow: hidden">
            <tr>
              <td class="pad" style="padding: 24px 40px; font: 700 18px/1.3 ${SERIF}; color: ${GREEN}; letter-spacing: 0.02em">${brand}</td>
            </tr>
            <tr>
              <td><img src="${hero.picture}" alt="${hero.alt}" width="600" style="display: block; width: 100%; height: auto; border: 0"></td>
            </tr>
            <tr>
              <td class="pad" style="padding: 32px 40px 8px">
                <p style="margin: 0 0 8px; font: 600 12px/1.4 ${SANS}; color: #8a6b3f; letter-spacing: 0.08em; text-transform: uppercase">${kicker}</p>
                <h1 style="margin: 0 0 14px; font: 700 28px/1.25 ${SERIF}; color: ${INK}">${title}</h1>
                <p style="margin: 0 0 22px; font: 16px/1.6 ${SANS}; color: #4a534f">${intro}</p>
                <p style="margin: 0 0 26px"><a href="${link(button.path)}" style="display: inline-block; padding: 13px 26px; border-radius: 6px; background: ${GREEN}; font: 600 15px/1 ${SANS}; color: #ffffff; text-decoration: none">${button.label}</a></p>
              </td>
            </tr>${facts.length === 0 ? '' : factRows(facts)}${products.length === 0 ? '' : productRows(products)}
            <tr>
              <td class="pad" style="padding: 8px 40px 30px; font: 15px/1.6 ${SANS}; color: #4a534f">${closing}</td>
            </tr>
          </table>
          <p style="margin: 20px 0 0; font: 12px/1.6 ${SANS}; color: #6d6a62">${address}<br><a href="{{ unsubscribe_url }}" style="color: #6d6a62">Unsubscribe</a> · <a href="${link('help')}" style="color: #6d6a62">Help</a></p>
        </td>
      </tr>
    </table>
  </body>
</html>
`
}

function productRows(products: readonly Product[]): string {
  const tile = ({ name, text, price, picture, path }: Product) => `
                    <td class="tile" width="50%" valign="top" style="padding: 0 8px 22px">
                      <a href="${link(path)}"><img src="${picture}" alt="${name}" width="252" style="display: block; width: 100%; height: auto; border: 0; border-radius: 8px"></a>
                      <p style="margin: 10px 0 2px; font: 700 16px/1.35 ${SERIF}; color: ${INK}">${name}</p>
                      <p style="margin: 0; font: 14px/1.5 ${SANS}; color: #6d6a62">${text}</p>
                      <p style="margin: 4px 0 0; font: 600 14px/1.5 ${SANS}; color: ${GREEN}">${price}</p>
                    </td>`
  return `
            <tr>
              <td class="pad" style="padding: 0 32px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                  <tr>${products.map(tile).join('')}
                  </tr>
                </table>
              </td>
            </tr>`
}

function factRows(facts: readonly (readonly [string, string])[]): string {
  const row = ([name, value]: readonly [string, string]) => `
                  <tr>
                    <td style="padding: 9px 0; border-bottom: 1px solid #e8e3d8; font: 15px/1.4 ${SANS}; color: #6d6a62">${name}</td>
                    <td align="right" style="padding: 9px 0; border-bottom: 1px solid #e8e3d8; font: 600 15px/1.4 ${SANS}; color: ${INK}">${value}</td>
                  </tr>`
  return `
            <tr>
              <td class="pad" style="padding: 0 40px 22px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${facts.map(row).join('')}
                </table>
              </td>
            </tr>`
}
