ALTER TABLE taxrate
ADD CONSTRAINT taxrate_tx_rate_check CHECK (tx_rate >= 0);
