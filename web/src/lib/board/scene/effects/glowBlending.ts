/** Material parameters for light that covers the surface behind it and also adds to it. */
import { CustomBlending, OneFactor, OneMinusSrcAlphaFactor, type ShaderMaterialParameters } from 'three';

export const GLOW_BLENDING: ShaderMaterialParameters = {
  blending: CustomBlending,
  blendSrc: OneFactor,
  blendDst: OneMinusSrcAlphaFactor,
  premultipliedAlpha: true,
  transparent: true,
  depthWrite: false,
  toneMapped: false,
};
