import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from 'pdf-lib'

/** The lines that a PDF of the shop's own draws, one a row, as its reader sees them; western letters alone. */
export async function pdfText(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  return [...(await drawnBy(bytes)).matchAll(/<([0-9A-F]*)> Tj/g)]
    .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
    .join('\n')
}

/** What a PDF of the shop's own draws, in the operators of its pages. */
export async function drawnBy(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes)
  const streams = document.getPages().flatMap(({ node }) => {
    const contents = node.Contents()
    const all = contents instanceof PDFArray ? contents.asArray() : [contents]
    return all.map((each) => document.context.lookup(each))
  })
  return streams
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
    .join('\n')
}
