package io.quartet.run.internal;

/**
 * Triggers by which every transaction that wrote a row fails at its commit: deferred ones, on every
 * table. A test that is killed leaves them behind, and no transaction would come through any more,
 * so whatever uses the databases next removes them first.
 */
public final class RefusingTriggers {

  /** SQLSTATE of the error they raise. */
  public static final String SQLSTATE = "QA001";

  /** Removes them; does nothing where there are none. */
  public static final String REMOVE = "DROP FUNCTION IF EXISTS quartet_acid() CASCADE";

  /** Makes them; there must be none. */
  public static final String INSTALL =
      """
      CREATE FUNCTION quartet_acid() RETURNS trigger LANGUAGE plpgsql AS $function$
      BEGIN
        RAISE EXCEPTION 'refused by the test of atomicity' USING ERRCODE = '%s';
      END $function$;
      DO $block$
      DECLARE
        one regclass;
      BEGIN
        FOR one IN
          SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        LOOP
          EXECUTE
            'CREATE CONSTRAINT TRIGGER quartet_acid AFTER INSERT OR UPDATE OR DELETE ON ' || one::text
            || ' DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION quartet_acid()';
        END LOOP;
      END $block$
      """
          .formatted(SQLSTATE);

  private RefusingTriggers() {}
}
