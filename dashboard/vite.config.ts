import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` of the server listens; for working on the dashboard alone with Vite's own server. */
const SERVER = 'http://127.0.0.1:8025'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/v1': SERVER, '/docs': SERVER } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The first browsers with light-dark(): older ones would be given a much longer style sheet.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The content policy allows nothing that is written into the page itself.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
