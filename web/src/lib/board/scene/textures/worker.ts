/** Paints textures outside of the main thread. */

import type { TextureJob, TextureMaps, WorkerReply, WorkerRequest } from './jobs.ts';
import { paintFace } from './slabTexture.ts';
import { paintBall, paintCloth, paintGem, paintTile } from './surfaces.ts';

function paint(job: TextureJob): TextureMaps {
  switch (job.is) {
    case 'face':
      return paintFace(job);
    case 'tile':
      return paintTile(job.species, job.pixels);
    case 'ball':
      return paintBall(job.pixels);
    case 'gem':
      return paintGem(job.pixels);
    case 'cloth':
      return paintCloth(job.base, job.fibre, job.pixels);
  }
}

self.onmessage = ({ data: { id, job } }: MessageEvent<WorkerRequest>) => {
  try {
    const maps = paint(job);
    const reply: WorkerReply = { id, maps };
    self.postMessage(reply, { transfer: [maps.albedo, ...(maps.packed ? [maps.packed] : [])] });
  } catch (error) {
    const reply: WorkerReply = { id, error: String(error) };
    self.postMessage(reply);
  }
};
