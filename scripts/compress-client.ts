import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Writes a .br and a .gz next to every text file of the built client, so that requests don't have to compress anything. */
export async function compressClient(folder: string) {
  for (const file of globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: folder })) {
    const content = readFileSync(path.join(folder, file))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(content, { params }))
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}
