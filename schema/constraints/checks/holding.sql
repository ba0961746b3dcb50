ALTER TABLE holding
ADD CONSTRAINT holding_h_price_check CHECK (h_price > 0);
