package io.quartet.emulator;

import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.Inputs;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.engine.PriceCurve;

/** The emulators' view of the loaded market: the native model, or a fake in tests. */
public interface MarketModel {

  /** A new stream of inputs for one Set; the caller closes it. */
  InputSource inputs(VmSet set, long seed);

  /** The price curve, the same for all Sets. */
  PriceCurve curve();

  /**
   * The native model.
   *
   * @throws io.quartet.model.QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE
   */
  static MarketModel nativeModel(Database database) {
    PriceCurve curve = PriceCurve.nativeCurve();
    return new MarketModel() {
      @Override
      public InputSource inputs(VmSet set, long seed) {
        return new Inputs(ModelParameters.of(database, set), seed);
      }

      @Override
      public PriceCurve curve() {
        return curve;
      }
    };
  }
}
