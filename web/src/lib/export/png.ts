/** Render the server's SVG pictures as PNG. */
import { t } from '#lib/strings/index.ts';

/** Render a picture; throw an error with a sentence if the browser cannot. */
export async function renderPng(svgAddress: string, size: number): Promise<Blob> {
  const image = new Image(size, size);
  image.src = svgAddress;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = Math.round((size * image.naturalHeight) / image.naturalWidth) || size;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) {
    throw new Error(t('share.png.fault'));
  }
  return blob;
}
